export { createGateway } from './create-gateway.js';
export { openMail } from './mail/imap-mailbox.js';
export type { GatewayPorts } from './ports/gateway-ports.js';
