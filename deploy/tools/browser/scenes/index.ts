import { nameOf, type Scene } from '../scene.js';
import { entranceScenes } from './entrance.js';
import { ownScenes } from './own.js';
import { panelScenes } from './panel.js';
import { rateScenes } from './rates.js';
import { submitScenes } from './submit.js';

/** Every screen, every dialog, every state worth seeing. */
export const SCENES: readonly Scene[] = [
  ...entranceScenes,
  ...ownScenes,
  ...submitScenes,
  ...panelScenes,
  ...rateScenes,
];

/** Those whose name contains the word; all of them without one. */
export function scenesNamed(word: string | undefined): readonly Scene[] {
  return SCENES.filter((scene) => nameOf(scene).includes(word ?? ''));
}
