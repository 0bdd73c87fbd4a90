export * from './chromium.js';
export * from './start-process.js';
export * from './start-product.js';
