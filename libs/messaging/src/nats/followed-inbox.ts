/** The part of an inbox's subject at which services may send several messages, for as long as their work takes. */
export const FOLLOWED = 'followed';
