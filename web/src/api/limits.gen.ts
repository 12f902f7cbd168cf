// Generated from media.MaxBody by `make generate`; do not edit.
export const uploadBytes = 5242880;
