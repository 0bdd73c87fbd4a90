/** Takes the place of uPlot, which paints on a canvas: jsdom has none. */
export default class NoChart {
  static readonly paths = {};
  redraw(): void {}
  setSize(): void {}
  destroy(): void {}
}
