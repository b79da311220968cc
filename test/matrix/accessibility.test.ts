import { describe, it } from 'node:test';
import {
  lookAtDecline,
  lookAtForm,
  lookFromOffersOn,
  looksOfTheWay,
} from '../journeys/models/accessible-way.ts';
import { visitAt } from '../journeys/models/brought.ts';
import { journey } from '../journeys/models/journey.ts';
import { typedApplicant } from '../journeys/models/typed-applicant.ts';

for (const [name, look] of Object.entries(looksOfTheWay)) {
  describe(`axe finds nothing, ${name}`, () => {
    const here = journey({ hasPanel: true });

    it('from the empty form to the approved charge', async () => {
      const visit = await here.visit(look);
      const applicant = typedApplicant('0001');
      await lookAtForm(visit, applicant);
      await lookFromOffersOn(visit, here, applicant);
    });

    it('where the terms were declined', async () => {
      const applicant = typedApplicant('0001');
      await lookAtDecline(await visitAt('redirect', here, applicant, look), applicant);
    });
  });
}
