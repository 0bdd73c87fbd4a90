export { createGateway } from './create-gateway.js';
export type { GatewayPorts } from './ports/gateway-ports.js';
