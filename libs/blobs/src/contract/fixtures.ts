import { randomUUID } from 'node:crypto';

/** A folder that no other test uses. */
export const newFolder = () => `t-${randomUUID()}`;
export const newKey = () => `${newFolder()}/receipt.png`;

export const png = { contentType: 'image/png' };
export const pdf = { contentType: 'application/pdf' };
