export * from './add-checkpoint.js';
export * from './checkpoint.js';
export * from './combined-proof.js';
export * from './cosignature.js';
export * from './merkle.js';
export * from './signed-note.js';
export * from './tile.js';
export * from './tree-head.js';
