/** How the consumer goes on once wrong answers have locked a link for good. */
export type WayOn =
  /** With the one new link of the same charge or account, which is e-mailed. */
  | 'mailed_link'
  /** With a new charge request; there is no further link to this one. */
  | 'new_request'
  | 'link_from_merchant'
  /** By the Payment Portal, whose link is in the e-mail with the loan's documents. */
  | 'portal'
  | 'call';
