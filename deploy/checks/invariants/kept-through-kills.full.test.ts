import { keptThroughKills } from './05-kept-through-kills.js';

const KILLS = 4;

it('nothing acknowledged is lost, and nothing is paid twice, when the product is killed under mixed load', async () => {
  const context = { seed: 5, onProgress: () => undefined };
  const { tried, wrong, details } = await keptThroughKills.run(context, KILLS / keptThroughKills.fullScale);
  expect({ wrong, details: wrong > 0 ? details : [] }).toEqual({ wrong: 0, details: [] });
  expect(tried).toBe(KILLS);
}, 180_000);
