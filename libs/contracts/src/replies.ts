import * as z from 'zod/mini';
import { apiSchemas } from './api-schema.js';

export const messageReply = z.object({ message: z.string() }).register(apiSchemas, { id: 'Message' });
