/** Who answered, as the service saw it itself. */
export interface Visitor {
  ipAddress: string;
  userAgent: string;
}
