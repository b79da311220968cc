/**
 * Kinds of due work, each by the name under which it is stored, and what its key names. `work.ts`
 * has their handlers. A kind that is renamed here loses the work that is stored.
 */

/** Deadlines and moves of the domain: they follow the sponsor's clock. */
export const timerKinds = {
  /** A bureau inquiry that no process is making any more; an application. */
  softPull: 'soft_pull',
  /** An application. */
  offersExpiry: 'application_offers_expiry',
  /** An application. */
  reviewExpiry: 'application_review_expiry',
  /** An application. */
  suspension: 'application_suspension',
  /** A draft of the application form. */
  draftExpiry: 'application_draft_expiry',
  /** An application. */
  invitationActivation: 'invitation_activation',
  /** An application. */
  invitationExpiry: 'invitation_expiry',
  /** A merchant. */
  merchantInvitationExpiry: 'merchant_invitation_expiry',
  /** A bank account. */
  microDepositExpiry: 'micro_deposit_expiry',
  /** A charge request, as all of charges. */
  chargeDeadline: 'charge_deadline',
  consumerAnswer: 'consumer_answer',
  chargeSubmission: 'charge_submission',
  chargeSettlement: 'charge_settlement',
  merchantPayout: 'merchant_payout',
  /** A refund request. */
  refundSubmission: 'refund_submission',
  refundSettlement: 'refund_settlement',
  /** A notice, which goes by post if its e-mail has not left by then. */
  noticeLetter: 'notice_letter',
  /** A letter. */
  letter: 'letter',
  /** A merchant, whose applications may be due to be shredded. */
  retentionSweep: 'retention_sweep',
  /** An application. */
  applicantShred: 'applicant_shred',
  /** An application. */
  evidenceEnd: 'evidence_end',
  /** A sponsor, some of whose texts were stored before texts were sealed. */
  sealStoredTexts: 'seal_stored_texts',
  /** A sponsor, some of whose chains of evidence began before heads were kept. */
  sealEvidenceHeads: 'seal_evidence_heads',
} as const;

/** What leaves the service. */
export const deliveryKinds = {
  /** An event. */
  callback: 'callback',
  /** One release of a sponsor's held events. */
  callbackRelease: 'callback_release',
  /** An SMS or an e-mail. */
  message: 'message',
} as const;

export type TimerKind = (typeof timerKinds)[keyof typeof timerKinds];
export type DeliveryKind = (typeof deliveryKinds)[keyof typeof deliveryKinds];
