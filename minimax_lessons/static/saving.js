/** The picture of a step as a file of one's own. */

/** What a style sheet says of a picture in the page, a file has to say itself. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor"];
const PIXELS = 2; // so many for each of the page's

/** @param {SVGSVGElement} svg @param {string} name @param {"svg" | "png"} kind */
export async function savePicture(svg, name, kind) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const parts = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((part, at) => {
    const look = getComputedStyle(parts[at]);
    for (const property of LOOKS) part.setAttribute(property, look.getPropertyValue(property));
    for (const { name } of [...part.attributes]) if (/^(class|role|style|tabindex|data-|aria-)/.test(name)) part.removeAttribute(name);
  });
  const { width, height } = svg.viewBox.baseVal;
  for (const [property, value] of Object.entries({ width, height, xmlns: "http://www.w3.org/2000/svg" })) copy.setAttribute(property, String(value));
  for (const property of ["style", "role", "aria-label", "focusable"]) copy.removeAttribute(property);
  const text = new XMLSerializer().serializeToString(copy);
  const address = `data:image/svg+xml,${encodeURIComponent(text)}`;
  const href = kind === "svg" ? address : await painted(address, width * PIXELS, height * PIXELS);
  Object.assign(document.createElement("a"), { href, download: `${name}.${kind}` }).click();
}

/** @param {string} address @param {number} width @param {number} height @returns {Promise<string>} */
async function painted(address, width, height) {
  const image = new Image(width, height);
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, width, height);
  return canvas.toDataURL("image/png");
}
