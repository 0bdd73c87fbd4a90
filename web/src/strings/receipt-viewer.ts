export const receiptArea = (label: string) => `${label}, enlarged by + and -, turned by t`;
export const zoom = 'Zoom';
export const zoomIn = 'Zoom in';
export const zoomOut = 'Zoom out';
export const fit = 'Fit';
export const fitFrom = (percent: string) => `Fit, from ${percent}`;
export const turn = 'Turn';
export const morePages = (count: number) =>
  `${count === 1 ? 'One more page is' : `${count} more pages are`} in the file: open it in a new tab.`;
