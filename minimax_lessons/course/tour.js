// What a visitor of the live edition waits for, and does: tour.py asks for it by name.

const cells = () => jupyterapp.shell.currentWidget.content;

globalThis.tour = {
  isIdle: () => globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === "idle",

  hasStills: () =>
    [...document.querySelectorAll(".jp-OutputArea-output :is(img, svg, [data-lm-player])")].some(
      (shown) => shown.getClientRects().length,
    ),

  run: (code) => {
    cells().activeCellIndex = cells().widgets.findIndex(({ model }) => model.type === "code");
    cells().activeCell.model.sharedModel.setSource(code);
    jupyterapp.commands.execute("notebook:run-cell");
  },

  plays: () =>
    [...cells().activeCell.node.querySelectorAll("[data-lm-player]")].some((place) =>
      place.shadowRoot?.querySelector(".player"),
    ),

  said: async (code) => {
    let said = "";
    const asked = jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code });
    asked.onIOPub = ({ content }) => {
      said += content.text ?? "";
    };
    await asked.done;
    return said;
  },
};
