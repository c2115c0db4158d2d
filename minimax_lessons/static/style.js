/** The style sheet as text, which esbuild puts here: empty where a module runs by itself. */
export const STYLE = /** @type {{ STYLE?: string }} */ (globalThis).STYLE || "";
