export type UnderwritingResult = 'approved' | 'declined' | 'review' | 'approved_then_suspended';

/** Decides whether a business may be a merchant. */
export interface MerchantUnderwriting {
  assess(merchant: { business_name: string }): Promise<UnderwritingResult>;
}
