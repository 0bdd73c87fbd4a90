export { FxModule, type FxPorts } from './fx.module.js';
