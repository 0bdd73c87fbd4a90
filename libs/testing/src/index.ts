export * from './decider.js';
export * from './determinism.js';
export * from './eventually.js';
export * from './temp-folder.js';
export * from './read-zip.js';
export * from './minimal-pdf.js';
