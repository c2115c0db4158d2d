/** The notebook's widgets: their traits follow the player, and the player follows them. */

import { edit } from "./editor.js";
import { mount, Player } from "./player.js";

const TRAITS = /** @type {("step" | "playing" | "interval_ms")[]} */ (["step", "playing", "interval_ms"]);

/** @type {WeakMap<object, Player[]>} the views of each widget, by its data: the first of them keeps the time */
const VIEWS_OF = new WeakMap();

/**
 * Draw a widget in a notebook.
 * @param {{model: any, el: HTMLElement}} widget @returns {() => void} the clean-up
 */
function render({ model, el }) {
  if (model.get("text") !== undefined) return edit(el, model, mount);
  const one = model.get("data"); // the same for all views, which the model that each is given is not
  const views = VIEWS_OF.get(one) || [];
  VIEWS_OF.set(one, views);
  const changed = (/** @type {string} */ name, /** @type {any} */ value) => {
    if (model.get(name) === value) return;
    model.set(name, value);
    model.save_changes();
  };
  const ask = (/** @type {string} */ path) => {
    model.set("wanted", path);
    model.save_changes();
  };
  const traits = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
  const player = mount(el, model.get("data"), { ...traits, changed, ask, leads: () => views[0] === player });
  views.push(player);
  const listeners = TRAITS.map((name) => /** @type {[string, () => void]} */ ([`change:${name}`, () => player.set(name, model.get(name))]));
  listeners.push(["change:drawn", () => player.draw(model.get("drawn")[0], model.get("drawn")[1])]);
  for (const [event, listener] of listeners) model.on(event, listener);
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    views.splice(views.indexOf(player), 1);
    player.remove();
  };
}

export default { render };
