export { FxModule } from './fx.module.js';
export { openRates, type FxPorts } from './open-rates.js';
export type { RateUrls } from './sources/rate-sources.js';
