import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../../widget/contract/language.ts';
import { faultsOf } from '../journeys/models/fitness.ts';
import { journey } from '../journeys/models/journey.ts';
import { isolations, looks, wear } from '../journeys/models/looks.ts';
import { play, scenes } from '../journeys/models/scenes.ts';
import { Stage } from '../journeys/models/stage.ts';

describe('every screen, in every look, width, language and isolation', () => {
  const here = journey();

  for (const isolation of isolations) {
    for (const language of languages) {
      for (const scene of scenes) {
        it(`${isolation}, ${language}: ${scene.name} [wcag:every-look]`, async () => {
          const { product, browser } = here;
          const stage = await Stage.open({ product, browser, isolation, language });
          await play(stage, scene);
          const found: string[] = [];
          for (const look of looks) {
            await wear(stage.page, look);
            await stage.settle();
            const faults = await faultsOf(stage);
            found.push(...faults.map((fault) => `${look.colors}, ${look.width}: ${fault}`));
          }
          assert.deepEqual(found, []);
        });
      }
    }
  }
});
