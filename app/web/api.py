"""The REST API: one router of all its parts."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from app.web import api_docs, api_match, api_meta, api_notes, api_records, api_write
from app.web.parameters import known_parameters

__all__ = ["router"]

router = APIRouter()
for _part in (api_match, api_records, api_write, api_notes):
    router.include_router(_part.router, dependencies=[Depends(known_parameters)])
for _part in (api_meta, api_docs):
    router.include_router(_part.router)
