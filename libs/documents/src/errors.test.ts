import mongoose from 'mongoose';
import { isUnavailable } from './errors.js';

const { MongoNetworkError, MongoServerError } = mongoose.mongo;

/** Stands in for the driver's class, which is not exported and has another name than its base class. */
class PoolClearedOnNetworkError extends MongoNetworkError {
  override get name(): string {
    return 'PoolClearedOnNetworkError';
  }
}

describe('isUnavailable', () => {
  it.each([
    new MongoNetworkError('connection 1 to 127.0.0.1:27017 closed'),
    new PoolClearedOnNetworkError('Connection interrupted due to server monitor timeout'),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    new MongoServerError({ message: 'interrupted at shutdown', code: 11600 }),
  ])('is true for %p', (error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    new TypeError('Cannot read properties of undefined'),
    new MongoServerError({ message: 'E11000 duplicate key', code: 11000 }),
    'text',
    null,
  ])('is false for %p', (error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
