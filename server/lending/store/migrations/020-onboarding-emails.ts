import { type Kysely, sql } from 'kysely';
import type { LendingSchema } from '../schema.ts';

/**
 * The address of each merchant's onboarding, which its first invitation went to: the first Admin's
 * may be another by now. Where earlier versions let several merchants use one, one of them has it.
 */
export async function createOnboardingEmails(db: Kysely<LendingSchema>): Promise<void> {
  await db.schema.alterTable('merchants').addColumn('user_business_email', 'text').execute();
  await sql`update merchants set user_business_email = invitation.recipient
    from (
      select merchant_id, recipient,
        row_number() over (partition by merchant_id order by created_at, id) as place
      from messages where kind = 'merchant_invitation'
    ) as invitation
    where invitation.merchant_id = merchants.id and invitation.place = 1`.execute(db);
  await sql`update merchants set user_business_email = null where id not in (
    select min(id) from merchants group by sponsor_id, user_business_email
  )`.execute(db);
  await db.schema
    .createIndex('merchants_unique_sponsor_id_user_business_email')
    .on('merchants')
    .columns(['sponsor_id', 'user_business_email'])
    .unique()
    .execute();
}
