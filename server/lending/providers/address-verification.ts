export interface PostalAddress {
  address_1: string;
  address_2?: string | null | undefined;
  city: string;
  state: string;
  zip_code: string;
}

/** A postal address service. */
export interface AddressVerification {
  /** Whether mail reaches the address. */
  isDeliverable(address: PostalAddress): Promise<boolean>;
}
