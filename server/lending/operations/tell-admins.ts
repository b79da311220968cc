import type { Transaction } from 'kysely';
import type { Locale } from '../../lending-api/contact.ts';
import type { LendingContext } from '../context.ts';
import type { MessageText } from '../domain/messages/funding-messages.ts';
import type { MessageKind } from '../domain/messages/message-kinds.ts';
import { listActiveAdmins } from '../store/merchant-users.ts';
import type { MerchantRow } from '../store/schema/merchants.ts';
import type { LendingSchema } from '../store/schema.ts';
import { merchantLocale } from './merchant-locale.ts';
import { queueMessage } from './queue-message.ts';

interface AdminMessage {
  kind: MessageKind;
  write: (business_name: string, locale: Locale) => MessageText;
}

/** E-mails each active Admin of a merchant, in the merchant's language. */
export async function tellAdmins(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  merchant: MerchantRow,
  { kind, write }: AdminMessage,
): Promise<void> {
  const { id, sponsor_id, business_name } = merchant;
  const locale = await merchantLocale(tx, merchant);
  for (const admin of await listActiveAdmins(tx, sponsor_id, id)) {
    await queueMessage(context, tx, {
      ...write(business_name, locale),
      sponsor_id,
      application_id: null,
      merchant_id: id,
      kind,
      channel: 'email',
      recipient: admin.email,
      links: [],
    });
  }
}
