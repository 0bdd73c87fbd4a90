export { FxModule } from './fx.module.js';
export { openRates } from './open-rates.js';
export type { FxPorts } from './ports.js';
export type { RateUrls } from './sources/rate-sources.js';
