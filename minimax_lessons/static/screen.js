/** How much of the screen a player may have: the visible part of the notebook, or of the page. */

const SCROLLERS = ".jp-WindowedPanel-outer, .jp-Notebook, main > section"; // of JupyterLab, Notebook 7, a slide
const AROUND = 12; // pixels that a cell has above and below what it shows
const LEAST = 260; // less than this can't be used: it is then scrolled
const LOW = 300; // on a screen that shows less than this, as where a page is much enlarged, all is scrolled
const ENDLESS = 9999;

export class Screen {
  /** @param {HTMLElement} host @param {() => void} changed @param {HTMLElement | null} above  what is to be seen with it */
  constructor(host, changed, above = null) {
    this.host = host;
    this.changed = changed;
    this.above = above;
    this.size = "";
    this.watching = new ResizeObserver(() => this.look());
    this.look = this.look.bind(this);
  }

  wake() {
    this.scroller = this.host.closest(SCROLLERS);
    for (const place of [this.host, this.above, this.scroller]) if (place) this.watching.observe(place);
    addEventListener("resize", this.look);
    this.look();
  }

  sleep() {
    this.watching.disconnect();
    removeEventListener("resize", this.look);
  }

  look() {
    const { width, height } = this;
    if (!width || this.size === `${width} ${height}`) return;
    this.size = `${width} ${height}`;
    this.changed();
  }

  get width() {
    return this.host.clientWidth;
  }

  get height() {
    const { scroller } = this;
    const whole = scroller ? scroller.clientHeight : innerHeight;
    const onSlide = scroller && scroller.matches("section") ? this.host.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop : 0;
    const taken = AROUND + (this.above ? this.above.offsetHeight + AROUND : onSlide);
    if (whole < LOW) return ENDLESS;
    return Math.max(LEAST, Math.floor((whole - taken) / (this.host.currentCSSZoom || 1))); // a slide is magnified
  }
}
