export { FxModule, type FxPorts } from './fx.module.js';
export type { RateUrls } from './sources/rate-sources.js';
