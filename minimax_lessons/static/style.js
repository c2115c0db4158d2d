/** The style sheet as text: page.py puts it here. */
export const STYLE = "";
