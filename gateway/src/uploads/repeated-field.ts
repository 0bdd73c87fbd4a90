import { OutlayError } from '@outlay/contracts';

export function repeatedField(name: string): OutlayError {
  const message = `The field ${name} was sent twice.`;
  return new OutlayError('INVALID_INPUT', message, [{ field: name, message }]);
}
