/** Messages of the settings vanish after it (specification §8). */
export const MESSAGE_MS = 3000;
