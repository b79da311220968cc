import { productIds } from '../team.ts';
import type { Body, World } from '../world.ts';
import { BASE, type Endpoint, everyone, userInPath, type Who } from './endpoint.ts';

const MERCHANTS = `${BASE}/merchants`;

async function createdOfferCode(world: World, { team }: Who): Promise<Body> {
  const [product] = await productIds(world, team);
  const body = { offer_code_name: codeName(world), product_ids: [product] };
  return world.must(['POST', `${MERCHANTS}/${team.merchantId}/offer-code/`, body], team.sponsor);
}

const codeName = (world: World): string => world.fresh('CODE').toUpperCase();

/** Offer codes, merchants and statements, in the description's order. */
export const merchantRecordEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: `${MERCHANTS}/{merchant_uuid}/offer-code/`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(world, who) {
      const { offer_code_name } = await createdOfferCode(world, who);
      return { path: { merchant_uuid: who.team.merchantId }, shows: String(offer_code_name) };
    },
  },
  {
    method: 'POST',
    path: `${MERCHANTS}/{merchant_uuid}/offer-code/`,
    success: 201,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(world, { team }) {
      const [product] = await productIds(world, team);
      const body = { offer_code_name: codeName(world), product_ids: [product] };
      return { path: { merchant_uuid: team.merchantId }, body };
    },
  },
  {
    method: 'GET',
    path: `${MERCHANTS}/{merchant_uuid}/offer-code/{id}/`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(world, who) {
      const { id } = await createdOfferCode(world, who);
      return { path: { merchant_uuid: who.team.merchantId, id: String(id) } };
    },
  },
  {
    method: 'PATCH',
    path: `${MERCHANTS}/{merchant_uuid}/offer-code/{id}`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'merchant_uuid' } },
    async prepare(world, who) {
      const { id } = await createdOfferCode(world, who);
      const path = { merchant_uuid: who.team.merchantId, id: String(id) };
      return { path, body: { is_deleted: true } };
    },
  },
  {
    method: 'GET',
    path: `${MERCHANTS}/`,
    success: 200,
    access: { rights: everyone },
    prepare: async (_world, { team }) => ({ shows: team.merchantId }),
  },
  {
    method: 'GET',
    path: `${MERCHANTS}/{external_org_id}/`,
    success: 200,
    access: { rights: everyone, record: { in: 'path', name: 'external_org_id' } },
    prepare: async (_world, { team }) => ({ path: { external_org_id: team.contractorId } }),
  },
  {
    method: 'GET',
    path: `${MERCHANTS}/{request_user_id}/statement/`,
    success: 200,
    access: { user: userInPath, rights: everyone },
    async prepare(world, who) {
      await world.settledCharge(who);
      return { path: { request_user_id: who.user } };
    },
  },
  {
    method: 'GET',
    path: `${MERCHANTS}/{request_user_id}/statement/{id}/`,
    success: 200,
    // Its id is the month's: every merchant has a statement of that id.
    access: { user: userInPath, rights: everyone },
    async prepare(world, who) {
      const shows = await world.settledCharge(who);
      const list = `${MERCHANTS}/${who.team.users.Admin}/statement/`;
      const [statement] = (await world.must(['GET', list], who.team.sponsor)) as unknown as Body[];
      return { path: { request_user_id: who.user, id: String(statement?.id) }, shows };
    },
  },
];
