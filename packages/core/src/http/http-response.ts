/** A response as plain values, for any framework. */
export interface HttpResponse {
  readonly status: number;
  /** Header fields, without duplicates. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text; absent if the response has none. */
  readonly body?: string | undefined;
}
