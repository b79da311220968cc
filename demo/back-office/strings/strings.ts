import type {
  Blocker,
  ChargeKind,
  ChargeStatus,
  EventType,
  PortalStatus,
  ProblemCode,
  Refund,
  SentEvent,
  Settlement,
} from '../merchant-api-types.ts';
import type { OrderGroup, OrderState } from '../orders/order-state.ts';
import type { ObstacleId } from '../orders/possible.ts';

type Texts<Key extends PropertyKey> = Readonly<Record<Key, string>>;

/** What is said after a form, by the word that the address has for it. */
export type Done =
  | 'sale'
  | 'link'
  | 'charge'
  | 'refund'
  | 'unclear'
  | 'resolved'
  | 'cancel'
  | 'cancelling'
  | 'limit'
  | 'limit-unclear'
  | 'resend';

/** Every text of the back office in one language. Amounts, counts and times come formatted. */
export interface Strings {
  readonly common: {
    readonly backOffice: string;
    readonly documentTitle: (page: string) => string;
    /** The title of a page whose form was refused. */
    readonly refused: (page: string) => string;
    readonly skip: string;
    readonly sections: Texts<'orders' | 'sale' | 'money'>;
    readonly signOut: string;
    readonly madeOf: string;
    readonly howItWorks: string;
    readonly demoShop: string;
    readonly failedWebhooks: string;
    readonly allOrders: string;
    readonly amount: string;
    readonly optional: string;
    readonly amountUnreadable: string;
    readonly charged: string;
    readonly paidOut: string;
    readonly fees: string;
    readonly yours: string;
    readonly seller: string;
    readonly offerCode: string;
    readonly made: string;
    readonly order: string;
    readonly sendAgain: string;
    readonly noNumber: (start: string) => string;
  };
  readonly trouble: {
    readonly notFound: string;
    readonly noPage: string;
    readonly noOrder: string;
    readonly noAnswer: string;
    readonly noAnswerText: string;
    readonly refused: string;
    /** Why a list may be old. */
    readonly lag: Readonly<Record<'no_answer' | 'behind', string>>;
    readonly saleUnclear: string;
    readonly actionUnclear: string;
    readonly notSentAgain: string;
    readonly days: string;
    readonly tooMany: string;
  };
  /** Of the API's problems: by what stands in the way, else by code. */
  readonly blockers: Texts<Blocker>;
  readonly problems: Texts<ProblemCode>;
  readonly signIn: {
    readonly title: string;
    readonly lead: string;
    readonly password: string;
    readonly sandbox: string;
    readonly wrong: string;
    readonly tooMany: string;
    /** Above the sign-in, after a form that came too late. */
    readonly lost: string;
  };
  readonly groups: Texts<OrderGroup>;
  readonly states: Texts<OrderState>;
  readonly events: Texts<EventType>;
  readonly chargeKinds: Texts<ChargeKind>;
  readonly chargeStatuses: Texts<ChargeStatus>;
  readonly refundStatuses: Texts<Refund['status']>;
  readonly webhookStatuses: Texts<SentEvent['status']>;
  readonly obstacles: Texts<ObstacleId>;
  readonly orders: {
    readonly newSale: string;
    readonly number: string;
    readonly everyone: string;
    readonly anyTime: string;
    readonly lastDays: (days: string) => string;
    readonly search: string;
    readonly all: string;
    readonly groups: string;
    readonly caption: string;
    readonly status: string;
    readonly lastNews: string;
    readonly noneLike: string;
    readonly showAll: string;
    readonly noneYet: string;
    readonly makeSale: string;
    readonly orApply: string;
    readonly shop: string;
    readonly pages: string;
    readonly page: (page: string) => string;
    readonly newer: string;
    readonly older: string;
  };
  readonly order: {
    readonly done: Texts<Done>;
    readonly about: string;
    readonly linkTaken: string;
    readonly qrCode: string;
    readonly linkTitle: string;
    readonly linkText: string;
    readonly link: string;
    readonly copy: string;
    readonly copied: string;
    readonly copyByKeyboard: string;
    readonly open: string;
    readonly facts: string;
    readonly amountNotSet: string;
    readonly offers: string;
    readonly offersKnown: Texts<'some' | 'none' | 'undecided'>;
    readonly sold: string;
    readonly soldBy: Texts<'shop' | 'link'>;
    readonly linkUntil: string;
    readonly loan: string;
    readonly leftToCharge: string;
    readonly chargeUntil: string;
    readonly portal: string;
    readonly portalStatuses: Texts<PortalStatus>;
    readonly charges: string;
    readonly noCharges: string;
    readonly askedFor: string;
    readonly seenPaidOut: string;
    readonly openUntil: string;
    readonly endOf: string;
    readonly shares: (fees: string, net: string) => string;
    readonly refundThatIs: (status: string) => string;
    readonly refund: string;
    readonly noRefund: string;
    readonly resolve: string;
    readonly actions: string;
    readonly happened: string;
    /** In place of that the order was made, of one whose application came to nothing. */
    readonly openAgain: string;
    readonly webhooks: string;
    readonly noWebhooks: string;
    readonly webhookCount: (count: number) => string;
    readonly webhooksFailed: (count: number) => string;
    readonly tries: (count: number) => string;
    readonly answered: (answer: string) => string;
    readonly nothing: string;
    readonly sendTypeAgain: (type: string) => string;
  };
  readonly actions: {
    readonly backToOrder: string;
    readonly chargeAbout: string;
    readonly chargeButton: string;
    readonly chargeNote: string;
    readonly chargeNoteHint: string;
    readonly finalAbout: string;
    readonly afterFinal: string;
    readonly refundTitles: Texts<ChargeKind>;
    readonly refundAbout: string;
    readonly howMuch: string;
    readonly allLeft: (amount: string) => string;
    readonly aPart: string;
    readonly partAmount: string;
    readonly partLater: string;
    readonly allOrPart: string;
    readonly reason: string;
    readonly reasonHint: string;
    readonly resolveCharge: string;
    readonly resolveRefund: string;
    readonly resolveAbout: string;
    readonly lenderSays: string;
    readonly chargeIsThere: string;
    readonly chargeIsNot: string;
    readonly refundIsThere: string;
    readonly refundIsNot: string;
    readonly requestNumber: string;
    readonly requestNumberOfRefund: string;
    readonly requestNumberHint: string;
    readonly answerMissing: string;
    readonly cancel: string;
    readonly cancelAccepted: string;
    readonly cancelBefore: string;
    readonly link: string;
    readonly linkOpen: string;
    readonly linkApplied: string;
    readonly linkEmpty: string;
    readonly limit: string;
    readonly limitAbout: string;
    readonly limitButton: string;
    readonly newLimit: string;
  };
  readonly sale: {
    readonly title: string;
    readonly lead: string;
    readonly description: string;
    readonly descriptionHint: string;
    readonly descriptionMissing: string;
    readonly language: string;
    readonly button: string;
  };
  readonly money: {
    readonly title: string;
    readonly from: string;
    readonly to: string;
    readonly show: string;
    readonly wentBack: string;
    readonly returned: string;
    readonly returnedHint: string;
    readonly weeks: string;
    readonly weeksTable: string;
    readonly weeksRegion: string;
    readonly weekOf: string;
    readonly funnel: string;
    readonly funnelTable: string;
    readonly stage: string;
    readonly howMany: string;
    readonly stages: Texts<'opened' | 'applied' | 'offers' | 'chosen' | 'accepted'>;
    readonly gotNone: (count: string) => string;
    readonly countedOnDay: string;
    readonly chargesApproved: (count: string, amount: string) => string;
    readonly chargesPaidOut: (count: string, amount: string) => string;
    readonly settlements: string;
    readonly download: string;
    readonly nothingMoved: string;
    readonly caption: string;
    readonly what: string;
    readonly seenOn: string;
    readonly gross: string;
    readonly sum: string;
    readonly kinds: Texts<Settlement['kind']>;
  };
  readonly webhooks: {
    readonly lead: string;
    readonly sendAll: string;
    readonly resent: (count: string) => string;
    readonly none: string;
    readonly latest: (count: string) => string;
    readonly failing: (address: string) => string;
  };
}
