/** Who answered, as the service saw it itself. */
export interface Visitor {
  ipAddress: string;
  userAgent: string;
  /** Of the page that was answered. */
  origin: string;
}
