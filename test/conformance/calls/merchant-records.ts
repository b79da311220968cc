import type { ApiTestbed, Body } from '../api-testbed.ts';
import { productIds } from '../merchant-fixture.ts';
import { BASE, type Endpoint, everyone, userInPath, type Who } from './endpoint.ts';

const merchants = `${BASE}/merchants`;

async function createdOfferCode(testbed: ApiTestbed, { fixture }: Who): Promise<Body> {
  const [product] = await productIds(testbed, fixture);
  const body = { offer_code_name: codeName(testbed), product_ids: [product] };
  return testbed.must(
    ['POST', `${merchants}/${fixture.merchantId}/offer-code/`, body],
    fixture.sponsor,
  );
}

const codeName = (testbed: ApiTestbed): string => testbed.fresh('CODE').toUpperCase();

/** Offer codes, merchants and statements, in the description's order. */
export const merchantRecordEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: `${merchants}/{merchant_uuid}/offer-code/`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(testbed, who) {
      const { offer_code_name } = await createdOfferCode(testbed, who);
      return { path: { merchant_uuid: who.fixture.merchantId }, shows: String(offer_code_name) };
    },
  },
  {
    method: 'POST',
    path: `${merchants}/{merchant_uuid}/offer-code/`,
    success: 201,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(testbed, { fixture }) {
      const [product] = await productIds(testbed, fixture);
      const body = { offer_code_name: codeName(testbed), product_ids: [product] };
      return { path: { merchant_uuid: fixture.merchantId }, body };
    },
  },
  {
    method: 'GET',
    path: `${merchants}/{merchant_uuid}/offer-code/{id}/`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(testbed, who) {
      const { id } = await createdOfferCode(testbed, who);
      return { path: { merchant_uuid: who.fixture.merchantId, id: String(id) } };
    },
  },
  {
    method: 'PATCH',
    path: `${merchants}/{merchant_uuid}/offer-code/{id}`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(testbed, who) {
      const { id } = await createdOfferCode(testbed, who);
      const path = { merchant_uuid: who.fixture.merchantId, id: String(id) };
      return { path, body: { is_deleted: true } };
    },
  },
  {
    method: 'GET',
    path: `${merchants}/`,
    success: 200,
    access: { rights: everyone },
    prepare: async (_world, { fixture }) => ({ shows: fixture.merchantId }),
  },
  {
    method: 'GET',
    path: `${merchants}/{external_org_id}/`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'external_org_id' } },
    prepare: async (_world, { fixture }) => ({ path: { external_org_id: fixture.contractorId } }),
  },
  {
    method: 'GET',
    path: `${merchants}/{request_user_id}/statement/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    async prepare(testbed, who) {
      await testbed.settledCharge(who);
      return { path: { request_user_id: who.user } };
    },
  },
  {
    method: 'GET',
    path: `${merchants}/{request_user_id}/statement/{id}/`,
    success: 200,
    // Its id is the month's: every merchant has a statement of that id.
    access: { user: userInPath, rights: everyone },
    async prepare(testbed, who) {
      const shows = await testbed.settledCharge(who);
      const list = `${merchants}/${who.fixture.users.Admin}/statement/`;
      const [statement] = (await testbed.must(
        ['GET', list],
        who.fixture.sponsor,
      )) as unknown as Body[];
      return { path: { request_user_id: who.user, id: String(statement?.id) }, shows };
    },
  },
];
