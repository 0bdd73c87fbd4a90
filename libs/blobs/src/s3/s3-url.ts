export interface S3Location {
  readonly endPoint: string;
  readonly port: number;
  readonly useSSL: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly bucket: string;
}

/** S3's name for the region of a store without regions, such as MinIO. */
const DEFAULT_REGION = 'us-east-1';

/** `https://key:secret@host:9000/bucket?region=eu-north-1` @throws RangeError if malformed, without the secret */
export function parseS3Url(text: string): S3Location {
  const url = URL.parse(text);
  const bucket = url?.pathname.slice(1).replace(/\/$/, '') ?? '';
  const isComplete = url && /^https?:$/.test(url.protocol) && url.username && url.password;
  if (!isComplete || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new RangeError(
      'The URL of S3 must look like http://key:secret@host:9000/bucket (https: for TLS, ?region= where there is one)',
    );
  }
  const useSSL = url.protocol === 'https:';
  return {
    // An IPv6 address has brackets only in a URL.
    endPoint: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    bucket,
  };
}
