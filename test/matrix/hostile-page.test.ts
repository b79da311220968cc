import { describe, it } from 'node:test';
import { assertNotHeard } from '../journeys/models/hostile-typing.ts';
import { journey } from '../journeys/models/journey.ts';

describe('a page whose scripts listen to all that is typed on it', () => {
  const here = journey({ hasFrameProcess: true });

  it('hears none of 10,000 keys where the form is in its frame', async () => {
    await assertNotHeard(await here.visit(), here.product, 10_000);
  });
});
