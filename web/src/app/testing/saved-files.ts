import { afterEach } from '@jest/globals';

const { click } = HTMLAnchorElement.prototype;
afterEach(() => {
  HTMLAnchorElement.prototype.click = click;
});

export function savedFiles(): string[] {
  const names: string[] = [];
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download) names.push(this.download);
  };
  return names;
}
