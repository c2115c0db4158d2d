/** The lecturer's entry in JupyterLab's menu View: the answers to all questions of the page, shown or hidden again. */

const plugin = {
  id: "minimax-lessons:plugin",
  autoStart: true,
  activate({ commands }) {
    commands.addCommand("minimax-lessons:show-all", {
      label: "Show All Answers (Alt Shift A)",
      isToggled: () => Boolean(document.lmShowAll),
      execute() {
        document.lmShowAll = !document.lmShowAll;
        document.dispatchEvent(new Event("lm-show-all")); // guess.js listens
      },
    });
  },
};

window._JUPYTERLAB ??= {}; // where JupyterLab looks for what an extension's script has brought
window._JUPYTERLAB["minimax-lessons"] = { init() {}, get: async () => () => plugin };
