import { OutlayError } from '@outlay/contracts';
import type { DataSchema, StreamType } from '../stream-type.js';

interface Door {
  readonly isOpen: boolean;
  readonly label: string | null;
}
export type DoorCommand = { readonly type: 'Install' } | { readonly type: 'Open' };
export type DoorEvent =
  | { readonly type: 'DoorInstalled'; readonly data: { readonly colour: string } }
  | { readonly type: 'DoorLabelled'; readonly data: { readonly label: string } }
  | { readonly type: 'DoorOpened'; readonly data: Readonly<Record<string, never>> };

const textIn = (field: string): DataSchema => ({
  safeParse: (data) => ({ success: typeof (data as Record<string, unknown> | null)?.[field] === 'string' }),
});

/** A kind of stream for tests: installing makes two events, and a door must be installed to be opened. */
export const DOOR: StreamType<Door, DoorCommand, DoorEvent> = {
  noun: 'door',
  prefix: 'door-',
  versions: {
    DoorLabelled: [
      (data) => ({ text: (data as { name: string }).name }),
      (data) => ({ label: (data as { text: string }).text.toUpperCase() }),
    ],
  },
  schemas: {
    DoorInstalled: textIn('colour'),
    DoorLabelled: textIn('label'),
    DoorOpened: { safeParse: () => ({ success: true }) },
  },
  initial: { isOpen: false, label: null },
  decide({ type }, { label, isOpen }) {
    if (type === 'Install') {
      const labelled = { type: 'DoorLabelled', data: { label: 'FRONT' } } as const;
      return label === null ? [{ type: 'DoorInstalled', data: { colour: 'green' } }, labelled] : [];
    }
    if (label === null) throw new OutlayError('NOT_FOUND', 'There is no door.');
    return isOpen ? [] : [{ type: 'DoorOpened', data: {} }];
  },
  allows: ({ label, isOpen }, { type }) => (type === 'DoorOpened' ? label !== null && !isOpen : label === null),
  evolve: (state, event) => {
    if (event.type === 'DoorLabelled') return { ...state, label: event.data.label };
    return event.type === 'DoorOpened' ? { ...state, isOpen: true } : state;
  },
};
