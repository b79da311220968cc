/** Where the API's resources are, below `{base_url}`. */
export const merchantsPath = '/api/v1/sponsor/merchants';
export const consumersPath = '/api/v1/sponsor/consumers';
