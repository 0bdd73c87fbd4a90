/** Every part asks there whether the others accept its messages. */
export const HANDSHAKE_SUBJECT = 'outlay.handshake';
