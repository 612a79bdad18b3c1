"""The REST API: one router of all its parts."""

from __future__ import annotations

from fastapi import APIRouter

from app.web import api_docs, api_match, api_meta, api_records

__all__ = ["router"]

router = APIRouter()
for _part in (api_match, api_records, api_meta, api_docs):
    router.include_router(_part.router)
