import { isConstraintViolation, isFileFailure } from './file-failure.js';

const withProperties = (properties: object) => Object.assign(new Error('failed'), properties);

test.each([
  ['a locked file', { errcode: 5 }],
  ['a full disk', { errcode: 13 }],
  ['an extended code: a failed write', { errcode: 10 | (3 << 8) }],
  ['a file that is not a database', { errcode: 26 }],
  ['a closed database', { code: 'ERR_INVALID_STATE' }],
  ['an error of the file system', { code: 'ENOSPC', syscall: 'mkdir' }],
])('%s is a file failure', (_, properties) => {
  expect(isFileFailure(withProperties(properties))).toBe(true);
  expect(isConstraintViolation(withProperties(properties))).toBe(false);
});

test.each([
  ['a wrong statement', withProperties({ errcode: 1 })],
  ['a constraint', withProperties({ errcode: 19 })],
  ['any other error', new Error('failed')],
  ['an error with another code', withProperties({ code: 'ERR_INVALID_ARG_TYPE' })],
  ['an object that only looks like an error', { errcode: 5, message: 'failed' }],
  ['nothing', undefined],
])('%s is not a file failure', (_, error) => {
  expect(isFileFailure(error)).toBe(false);
});

test('a constraint violation has the constraint code, extended or not', () => {
  expect(isConstraintViolation(withProperties({ errcode: 19 }))).toBe(true);
  expect(isConstraintViolation(withProperties({ errcode: 19 | (8 << 8) }))).toBe(true);
  expect(isConstraintViolation({ errcode: 19 })).toBe(false);
});
