export * from './moved-clock.js';
export * from './scaled-product.js';
export * from './servers.js';
