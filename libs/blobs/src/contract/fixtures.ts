import { randomUUID } from 'node:crypto';

export const newFolder = () => `t-${randomUUID()}`;
export const newKey = () => `${newFolder()}/receipt.png`;

export const png = { contentType: 'image/png' };
export const pdf = { contentType: 'application/pdf' };
