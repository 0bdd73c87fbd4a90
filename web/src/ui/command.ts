import type { GlyphName } from './glyphs';

/** An entry of the command palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon: GlyphName;
  readonly run: () => void;
  /** The screen stays, so the focus returns to where it was; or it goes to what this finds. */
  readonly stays?: true | (() => HTMLElement | null | undefined);
}

/** The commands for what is open on the screen, under its title. */
export interface Offer {
  readonly title: string;
  readonly commands: readonly Command[];
}

declare global {
  interface WindowEventMap {
    /** The palette asks by it; whoever has something open answers. Nothing of either is loaded for the other. */
    'ask-commands': CustomEvent<(offer: Offer) => void>;
  }
}
