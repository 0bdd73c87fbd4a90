import { afterEach } from '@jest/globals';

const { click } = HTMLAnchorElement.prototype;
afterEach(() => {
  HTMLAnchorElement.prototype.click = click;
});

/** The names of files saved from now on; jsdom follows no download. */
export function savedFiles(): string[] {
  const names: string[] = [];
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download) names.push(this.download);
  };
  return names;
}
