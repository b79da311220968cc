/** Kinds of due work of an invitation; the key is its application's id. */
export const INVITATION_ACTIVATION = 'invitation_activation';
export const INVITATION_EXPIRY = 'invitation_expiry';
