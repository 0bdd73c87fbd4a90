/** Messages of the settings vanish after it. */
export const MESSAGE_MS = 3000;
