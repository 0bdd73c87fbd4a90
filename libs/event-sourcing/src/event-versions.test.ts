import { currentVersion, upcast } from './event-versions.js';
import { DOOR } from './testing/door.js';

const { versions } = DOOR;

describe('the versions of event types', () => {
  it('are counted by the upcasters of each type', () => {
    expect(['DoorInstalled', 'DoorLabelled'].map((type) => currentVersion(versions, type))).toEqual([1, 3]);
  });

  it.each([
    [1, { name: 'front' }],
    [2, { text: 'front' }],
    [3, { label: 'FRONT' }],
  ])('data of version %i are converted step by step', (version, data) => {
    expect(upcast(versions, 'DoorLabelled', version, data)).toEqual({ label: 'FRONT' });
  });

  it('of a later release are refused by name', () => {
    expect(() => upcast(versions, 'DoorLabelled', 4, {})).toThrow(
      'DoorLabelled was written in version 4; this release reads up to 3',
    );
  });
});
